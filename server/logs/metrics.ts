export function countAnswer(_action: string, _outcome: string, _seconds: number): void {}
export function countLoop(_loop: string, _outcome: string): void {}
export const metrics = async () => ({ type: 'text/plain', text: '' })
