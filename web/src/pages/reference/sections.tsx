/** The sections of a route's page: links to them, and each with a heading that can be linked to. */
import type { ComponentChildren } from 'preact'
import { reference as texts } from '#texts/reference'

type SectionName = keyof typeof texts.sections

export function Sections({ onChosen }: { onChosen: () => void }) {
  return (
    <ul class="reference-sections" aria-label={texts.onThisPage}>
      {(Object.keys(texts.sections) as SectionName[]).map((name) => (
        <li key={name}>
          <a href={`#${name}`} onClick={onChosen}>
            {texts.sections[name]}
          </a>
        </li>
      ))}
    </ul>
  )
}

export function Section({ name, children }: { name: SectionName; children: ComponentChildren }) {
  return (
    <section class="prose reference-section" aria-labelledby={name}>
      <h2 id={name}>
        <a class="anchor" href={`#${name}`}>
          {texts.sections[name]}
        </a>
      </h2>
      {children}
    </section>
  )
}
