export { answerProof as GET } from '~/server/api/residency-proof'
