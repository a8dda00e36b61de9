export { answerExport as GET } from '~/server/api/export'
