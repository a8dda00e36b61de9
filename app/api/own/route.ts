export { answerOwn as GET } from '~/server/api/own-file'
