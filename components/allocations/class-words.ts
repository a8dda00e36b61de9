/** The priority classes that the product ships with, from the first to go. Which of them a tenant may use, the check of priority says. */
export const classes = [
  { id: 'low', says: 'Low: the first to go' }, { id: 'normal', says: 'Normal' }, { id: 'high', says: 'High: pushes low aside' }, { id: 'critical', says: 'Critical: what others depend on' },
] as const
