/** Before the package is made (npm builds again after this): nothing that earlier versions built goes into it. */
import { rmSync } from 'node:fs'

rmSync(new URL('../dist/', import.meta.url), { recursive: true, force: true })
