export { answerOscal as GET } from '~/server/api/controls-oscal'
