export { answerEvent as POST } from '~/server/api/provider-words'
