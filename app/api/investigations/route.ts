export { answerInvestigation as GET } from '~/server/api/investigation-bundle'
