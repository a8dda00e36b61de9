/** "run as user": as a refusal names it, without the strokes. */
export const sayControl = (control: string): string => control.replaceAll('_', ' ')
