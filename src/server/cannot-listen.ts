import { StartError } from '../base/start-error.js'

/** The operator's settings cannot be satisfied, such as a port in use; anything else is a bug. */
export const cannotListen =
  (portSetting: 'PORT' | 'WORKER_PORT') =>
  (cause: NodeJS.ErrnoException): never => {
    const { code = '', message } = cause
    const remedies: Record<string, string> = {
      EADDRINUSE: `another program listens there; stop it, or set ${portSetting} to another port (0 takes a free one)`,
      EACCES: `this user may not listen there; set ${portSetting} to 1024 or above`,
      EADDRNOTAVAIL: 'this machine has no such address; set HOST to one that it has',
      ENOTFOUND: 'there is no such name; set HOST to an address of this machine',
    }
    const remedy = remedies[code]
    throw remedy ? new StartError(`Cannot listen (${message}): ${remedy}`, { cause }) : cause
  }
