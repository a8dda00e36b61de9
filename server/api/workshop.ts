/** Whether the page of parts is shown: to who develops, and in the demo, which settings refuse on anything but this machine. */
export const partsAreShown = (): boolean => process.env.NODE_ENV === 'development' || process.env.DEMO === '1'
