export { answerReport as GET } from '~/server/api/incident-report'
