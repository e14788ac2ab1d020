/** The system's nginx before the servers of a fleet, with the configuration that we hand out. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findProgram } from '../browser/find-program.js'
import { member } from './fleet.js'
import { freePort } from './free-port.js'
import { projectFile } from './project.js'
import type { Entrance } from './whole-fleet.js'

export const executable = findProgram(process.env.NGINX, ['nginx'])

export async function nginxBefore(ports: readonly number[]): Promise<Entrance> {
  const folder = mkdtempSync(path.join(tmpdir(), 'silhouette-nginx-'))
  const port = await freePort()
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(file, wholeConfiguration(folder, port, ports))
  const nginx = member('nginx', executable!, ['-p', folder, '-c', file], {}, /start worker process /)
  await nginx.start()
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    close: async () => {
      await nginx.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Only what belongs to a machine is changed: addresses, and TLS with its certificate. */
function wholeConfiguration(folder: string, port: number, upstreams: readonly number[]): string {
  const toHttps = /^server \{[^}]*return 301[^}]*\}\n/m
  const site = [
    [toHttps, ''],
    [/^ *listen 443 .*$/m, `listen 127.0.0.1:${port};`],
    [/^ *listen \[::\]:443 .*$/m, ''],
    [/^ *ssl_.*$/gm, ''],
    [/^ *server 127\.0\.0\.1:8080(.*;)/m, upstreams.map((it) => `server 127.0.0.1:${it}$1`).join('\n')],
  ].reduce(
    (text, [pattern, by]) => replaced(text, pattern as RegExp, by as string),
    readFileSync(projectFile('deploy/proxy/nginx.conf'), 'utf8'),
  )
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  return [
    ...[
      'daemon off;',
      `pid ${folder}/pid;`,
      'error_log stderr notice;',
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
    ],
    ...['events {}', 'http {', 'access_log off;', ...temporary, site, '}'],
  ].join('\n')
}

function replaced(text: string, pattern: RegExp, by: string): string {
  if (text.search(pattern) < 0) throw new Error(`deploy/proxy/nginx.conf has nothing like ${pattern} any more`)
  return text.replace(pattern, by)
}
