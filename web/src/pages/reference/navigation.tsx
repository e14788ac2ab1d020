/** All routes beside the page; behind a button where there is no room beside it. */
import { useEffect, useState } from 'preact/hooks'
import { reference as texts } from '#texts/reference'
import { DocsSearch } from '../../components/docs-search.js'
import { Icon } from '../../components/icon.js'
import { anchors } from '../../reference/anchors.js'
import type { Route } from '../../reference/read-document.js'
import { Sections } from './sections.js'

export function Navigation({ routes, current }: { routes: readonly Route[]; current: string }) {
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(false), [current])
  const groups = [...new Set(routes.map(({ group }) => group))]
  return (
    <nav class={open ? 'reference-nav open' : 'reference-nav'} aria-label={texts.navigation}>
      <div class="reference-tools">
        <DocsSearch />
        <button
          type="button"
          class="button reference-menu"
          aria-expanded={open}
          aria-controls="routes"
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'close' : 'menu'} />
          {texts.menu}
        </button>
      </div>
      <div class="reference-routes" id="routes">
        <ul>
          <li>
            <a href="/docs" aria-current={current === '' ? 'page' : undefined}>
              {texts.introduction}
            </a>
          </li>
          <li>
            <a href="/guide">{texts.guide}</a>
          </li>
        </ul>
        {groups.map((group) => (
          <section key={group}>
            <h2>{group.replace(texts.previewNote, '')}</h2>
            <ul>
              {routes
                .filter((route) => route.group === group)
                .map(({ id, method, path }) => (
                  <li key={id}>
                    <a href={anchors.route(id)} aria-current={id === current ? 'page' : undefined}>
                      <span class="method">{method}</span> <code>{path}</code>
                    </a>
                    {id === current && <Sections onChosen={() => setOpen(false)} />}
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  )
}
