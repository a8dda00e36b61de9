/** The ways in which somebody says "enough": Ctrl-C, a service manager, a closed terminal, or the end of the npm that started this. */
export function onEnough(listener) {
  for (const [signal, exitCode] of [['SIGINT', 130], ['SIGTERM', 143], ['SIGHUP', 129]]) process.on(signal, () => listener(exitCode))
  if (!process.env.npm_lifecycle_event) return
  // npm passes no signal on: when it is ended, all that can be seen is another parent.
  const parent = process.ppid
  setInterval(() => { if (process.ppid !== parent) listener(143) }, 500).unref()
}
