/** Where the product answers. */
export const address = process.env.BASE_URL ?? 'http://localhost:4700'
