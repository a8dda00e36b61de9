export { answerLogout as POST } from '~/server/api/provider-words'
