export { answerEnrolments as GET } from '~/server/api/log-files'
