/** The guide and its navigation. Works without an account. */
import type { ComponentType } from 'preact'
import { guide } from '#texts/guide'
import { DocsSearch } from '../../components/docs-search.js'
import { route } from '../../router.js'
import { useStore } from '../../state/store.js'
import { NotFound } from '../not-found.js'
import { Errors } from './errors.js'
import { Formats } from './formats.js'
import { Gallery } from './gallery.js'
import { Limits } from './limits.js'
import { Migration } from './migration.js'
import { QuickStart } from './quick-start.js'
import './guide.css'

type SectionName = keyof typeof guide.names

const sections: Readonly<Record<SectionName, ComponentType>> = {
  '': QuickStart,
  errors: Errors,
  limits: Limits,
  'remove-bg': Migration,
  'id-photos': Formats,
  styles: Gallery,
}

export function Guide() {
  const name = useStore(route)
    .path.replace(/^\/guide\/?/, '')
    .replace(/\/$/, '')
  const Section = Object.hasOwn(sections, name) ? sections[name as SectionName] : NotFound
  return (
    <div class="guide-layout">
      <nav class="guide-nav" aria-label={guide.sections}>
        <DocsSearch />
        <ul>
          {(Object.keys(sections) as SectionName[]).map((section) => (
            <li key={section}>
              <a
                href={section === '' ? '/guide' : `/guide/${section}`}
                aria-current={section === name ? 'page' : undefined}
              >
                {guide.names[section]}
              </a>
            </li>
          ))}
          <li>
            <a href="/docs">{guide.reference}</a>
          </li>
        </ul>
      </nav>
      <Section />
    </div>
  )
}
