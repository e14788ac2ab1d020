/** Links between the pages of the documentation lead somewhere, to the very heading. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectFile } from '../support/project.js'

const below = (folder: string): string[] =>
  readdirSync(projectFile(folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name))
const atTop = readdirSync(projectFile('.')).filter((name) => name.endsWith('.md'))

const read = (name: string): string => readFileSync(projectFile(name), 'utf8')
const withoutCode = (text: string): string => text.replaceAll(/^```.*?^```$/gms, '').replaceAll(/<!--.*?-->/gs, '')

/** As GitHub makes them from headings. */
const anchorsOf = (text: string): string[] =>
  [...withoutCode(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

function isDead(page: string, link: string): boolean {
  const [file = '', anchor] = link.split('#')
  const target = file ? path.join(path.dirname(page), file) : page
  if (!existsSync(projectFile(target))) return true
  return anchor !== undefined && target.endsWith('.md') && !anchorsOf(read(target)).includes(anchor)
}

test.each([...atTop, ...below('docs')])('%s', (page) => {
  const links = [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  expect(links.filter((link) => !/^https?:/.test(link) && isDead(page, link))).toEqual([])
})

test('the index leads to every page', () => {
  const index = read('docs/README.md')
  const pages = below('docs').filter((name) => path.dirname(name) === 'docs' && name !== 'docs/README.md')
  expect(pages.filter((name) => !index.includes(`(${path.basename(name)}`))).toEqual([])
})
