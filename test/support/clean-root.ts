/**
 * A root folder with the programs of this machine, and nothing else of it: no repository, no settings, no home. It stands for
 * a container of the base image, where there is no Docker. Needs root, for chroot and mounts of its own.
 */
import { execFile, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const PATH_INSIDE = '/opt/node/bin:/usr/local/bin:/usr/bin:/bin'
/** What a program needs to find hosts, users, libraries, certificates. */
const ETC = ['alternatives', 'group', 'hosts', 'ld.so.cache', 'nsswitch.conf', 'passwd', 'resolv.conf', 'ssl']
/** Above what a step takes on a busy machine. */
const LONGEST_MS = 300_000
const NODE_HOME = path.dirname(path.dirname(realpathSync(process.execPath)))

export const canHaveCleanRoot =
  process.platform === 'linux' && process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0

export function makeCleanRoot(root: string): void {
  for (const folder of ['dev', 'etc', 'opt/node', 'proc', 'root/.npm', 'tmp', 'usr', 'var/tmp'])
    mkdirSync(path.join(root, folder), { recursive: true })
  for (const link of ['bin', 'lib', 'lib64', 'sbin'])
    if (existsSync(`/usr/${link}`)) spawnSync('ln', ['-s', `usr/${link}`, path.join(root, link)])
  for (const name of ETC)
    if (existsSync(`/etc/${name}`))
      cpSync(`/etc/${name}`, path.join(root, 'etc', name), { recursive: true, verbatimSymlinks: true })
}

/** The mounts are gone when the command has ended. npm's cache and registry are this machine's, as a build's cache would be. */
const MOUNTS = `
  set -eu
  mount --bind /usr "$ROOT/usr" && mount -o remount,bind,ro "$ROOT/usr"
  mount --bind "$NODE_HOME" "$ROOT/opt/node" && mount -o remount,bind,ro "$ROOT/opt/node"
  mount --rbind /dev "$ROOT/dev"
  mount -t proc proc "$ROOT/proc"
  mount -t tmpfs -o mode=1777 tmpfs "$ROOT/tmp"
  mkdir -p "$NPM_CACHE" && mount --bind "$NPM_CACHE" "$ROOT/root/.npm"
  if [ -n "$READ_ONLY_APP" ]; then mount --bind "$ROOT/app" "$ROOT/app" && mount -o remount,bind,ro "$ROOT/app"; fi
  exec chroot --userspec="$OWNER" "$ROOT" env -i "$@"`

/** Which of npm's settings a build would be given; asked for once, npm takes its time. */
const npmSettings = lazily((): { registry: string; cache: string } => {
  const { stdout } = spawnSync('npm', ['config', 'list', '--json', '--loglevel=error'], { encoding: 'utf8' })
  return JSON.parse(stdout) as { registry: string; cache: string }
})

function lazily<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}

export interface CommandInside {
  readonly root: string
  readonly workdir: string
  readonly user: string
  readonly env: Readonly<Record<string, string>>
  readonly readOnlyApp?: boolean
}

/** Runs it to its end, and returns what it printed; an error tells all of it. */
export async function runInside(command: readonly string[], where: CommandInside): Promise<string> {
  const { root, workdir, user, env, readOnlyApp } = where
  const npm = {
    npm_config_registry: npmSettings().registry,
    npm_config_prefer_offline: 'true',
    npm_config_update_notifier: 'false',
  }
  const inside = { PATH: PATH_INSIDE, HOME: '/root', WORKDIR: workdir, ...npm, ...env }
  const assignments = Object.entries(inside).map(([name, value]) => `${name}=${value}`)
  const started = [...assignments, 'sh', '-c', 'cd "$WORKDIR" && exec "$@"', 'sh', ...command]
  const forMounts = {
    PATH: process.env.PATH,
    ROOT: root,
    NODE_HOME,
    NPM_CACHE: npmSettings().cache,
    OWNER: user,
    READ_ONLY_APP: readOnlyApp ? 'yes' : '',
  }
  const { stdout } = await promisify(execFile)(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', MOUNTS, 'sh', ...started],
    { env: forMounts, maxBuffer: 64 * 1024 * 1024, timeout: LONGEST_MS },
  )
  return stdout
}
