/** A certificate for this machine, from an authority of the tests' own. */
import { execFileSync } from 'node:child_process'
import { chownSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { unprivileged } from './postgres-node.js'

export interface Certificates {
  /** PEM text of the authority, and where it is. */
  readonly ca: string
  readonly caFile: string
  readonly certFile: string
  /** Readable for whoever PostgreSQL runs as. */
  readonly keyFile: string
}

const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']

export function makeCertificates(folder: string): Certificates {
  const at = (name: string): string => path.join(folder, name)
  const make = (name: string, ...more: string[]): void => {
    const files = ['-keyout', at(`${name}.key`), '-out', at(`${name}.pem`), '-subj', `/CN=Silhouette ${name}`]
    execFileSync('openssl', ['req', '-x509', ...EC, ...files, ...more], { stdio: 'pipe' })
  }
  make('authority', '-addext', 'keyUsage=keyCertSign')
  const issuer = ['-CA', at('authority.pem'), '-CAkey', at('authority.key')]
  make('server', ...issuer, '-addext', 'subjectAltName=IP:127.0.0.1', '-addext', 'basicConstraints=critical,CA:FALSE')
  const user = unprivileged()
  if (user) for (const file of [folder, at('server.key')]) chownSync(file, user.uid, user.gid)
  const caFile = at('authority.pem')
  return { ca: readFileSync(caFile, 'utf8'), caFile, certFile: at('server.pem'), keyFile: at('server.key') }
}
