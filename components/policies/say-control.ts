/** "run as user": as a refusal names it, without the strokes. */
const names: Readonly<Record<string, string>> = { se_linux: 'SELinux', app_armor: 'AppArmor', proc_mount: '/proc mount', proc_mount_restricted: '/proc mount restricted' }
export const sayControl = (control: string): string => names[control] ?? control.replaceAll('_', ' ')
