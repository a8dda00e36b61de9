export { answerHandovers as GET } from '~/server/api/log-files'
