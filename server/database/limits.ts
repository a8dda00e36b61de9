/**
 * What every connection says of itself as it begins: how long one may wait on it, by whose clock it is told the time, and that no statement is compiled. That pays for what takes seconds;
 * what is asked here takes milliseconds, and a server that guesses many rows would compile it for a hundred each time.
 */
export const limits = ({ statement = 15_000, lock = 5_000 }: { statement?: number; lock?: number } = {}): string =>
  `-c statement_timeout=${statement} -c lock_timeout=${lock} -c idle_in_transaction_session_timeout=20000 -c timezone=UTC -c jit=off`
