/** In an hour, of one tenant. More than these are not bad luck: its quota is too small for what it does, or somebody games the classes. */
export const preemptionsMost = 100
export const areManyPreemptions = (inAnHour: number): boolean => inAnHour > preemptionsMost
