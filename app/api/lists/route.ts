export { answerList as GET } from '~/server/api/list-as-file'
