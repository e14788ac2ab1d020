/** Private files of running requests. */
import { access, mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { openWorkspace } from '../../src/service/images/workspace.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const folder = temporaryFolder()
let count = 0
const newRoot = (): string => path.join(folder, `tmp-${++count}`)

describe('a workspace', () => {
  test('gives paths that can be written to and that nobody had before', async () => {
    const workspace = await openWorkspace(newRoot())
    const paths = new Set(Array.from({ length: 100 }, () => workspace.newPath()))
    expect(paths.size).toBe(100)
    for (const file of paths) await writeFile(file, 'x', { flag: 'wx' })
  })

  test('is closed to other users of the machine', async () => {
    const workspace = await openWorkspace(newRoot())
    expect((await stat(path.dirname(workspace.newPath()))).mode & 0o777).toBe(0o700)
  })

  test('tells whether pictures can be written, and leaves nothing behind', async () => {
    const root = newRoot()
    const workspace = await openWorkspace(root)
    const own = path.dirname(workspace.newPath())
    await workspace.probe()
    expect(await readdir(own)).toEqual([])
    await rm(root, { recursive: true })
    await writeFile(root, 'a file, where folders cannot be')
    await expect(workspace.probe()).rejects.toThrow('ENOTDIR')
  })

  test('begins by removing what an earlier process left behind', async () => {
    const root = newRoot()
    await mkdir(path.join(root, 'of-a-killed-server'), { recursive: true })
    const leftover = path.join(root, 'of-a-killed-server', 'upload')
    await writeFile(leftover, 'x')
    const earlier = (await openWorkspace(root)).newPath()
    await expect(access(leftover)).rejects.toThrow('ENOENT')
    await openWorkspace(root)
    await expect(writeFile(earlier, 'x')).rejects.toThrow('ENOENT')
  })

  test('leaves the files of other processes alone where it shares the folder, except what nobody touched for a day', async () => {
    const root = newRoot()
    const other = await openWorkspace(root, { shared: true })
    const file = other.newPath()
    await writeFile(file, 'x')
    const old = path.join(root, 'of-a-killed-server')
    await mkdir(old)
    await writeFile(path.join(old, 'upload'), 'x')
    const dayAgo = Date.now() / 1000 - 25 * 3600
    await utimes(old, dayAgo, dayAgo)
    await openWorkspace(root, { shared: true })
    await access(file)
    await expect(access(old)).rejects.toThrow('ENOENT')
  })

  test('removes a file, and does not mind when it is gone already', async () => {
    const workspace = await openWorkspace(newRoot())
    const file = workspace.newPath()
    await writeFile(file, 'x')
    await workspace.remove(file)
    await workspace.remove(file)
    await expect(access(file)).rejects.toThrow('ENOENT')
  })

  test('leaves nothing behind when it is closed', async () => {
    const root = newRoot()
    const workspace = await openWorkspace(root)
    await writeFile(workspace.newPath(), 'x')
    await workspace.close()
    expect(await readdir(root)).toEqual([])
  })
})
