/** Search in guide and reference: "/" focuses it, arrows and Enter choose. The index is loaded when needed. */
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { search as texts } from '#texts/reference'
import { type Match, type SearchEntry, searchEntries } from '../reference/search.js'
import { navigate } from '../router.js'
import { Icon } from './icon.js'
import './docs-search.css'

export function DocsSearch() {
  const [query, setQuery] = useState('')
  const [entries, setEntries] = useState<readonly SearchEntry[]>([])
  const [active, setActive] = useState(0)
  const [open, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const matches = searchEntries(entries, query)
  const isShown = open && query.trim() !== ''

  useSlash(input)
  useEffect(() => {
    const close = (event: Event): void => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', close)
    return () => document.removeEventListener('pointerdown', close)
  }, [])

  const load = async (): Promise<void> => {
    if (entries.length === 0) setEntries((await import('virtual:search-index')).default)
  }
  const choose = (match: Match | undefined): void => {
    if (!match) return
    setOpen(false)
    setQuery('')
    input.current?.blur()
    navigate(match.entry.href)
  }
  const step = (by: number): void => {
    if (matches.length > 0) setActive((active + by + matches.length) % matches.length)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Enter: () => choose(matches[active]),
      Escape: () => (query === '' ? input.current?.blur() : setQuery('')),
    }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  return (
    <div class="docs-search" ref={box}>
      <div class="search-box">
        <Icon name="search" />
        <input
          ref={input}
          class="input"
          type="text"
          role="combobox"
          aria-label={texts.label}
          aria-expanded={isShown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isShown && matches.length > 0 ? `${id}-${active}` : undefined}
          placeholder={texts.placeholder}
          autocomplete="off"
          spellcheck={false}
          value={query}
          onFocus={() => {
            setOpen(true)
            void load()
          }}
          onInput={(event) => {
            setQuery(event.currentTarget.value)
            setActive(0)
            setOpen(true)
          }}
          onKeyDown={onKeyDown}
        />
        <span class="docs-key" aria-hidden="true">
          {texts.shortcut}
        </span>
      </div>
      <p class="visually-hidden" role="status">
        {isShown && texts.found(matches.length)}
      </p>
      <div class="docs-found" hidden={!isShown}>
        <div id={`${id}-list`} role="listbox" aria-label={texts.results}>
          {matches.map((match, index) => (
            <Found
              key={match.entry.href}
              id={`${id}-${index}`}
              match={match}
              isActive={index === active}
              onChoose={() => choose(match)}
            />
          ))}
        </div>
        {matches.length === 0 && entries.length > 0 && <p class="muted docs-none">{texts.none(query.trim())}</p>}
      </div>
    </div>
  )
}

interface FoundProps {
  readonly id: string
  readonly match: Match
  readonly isActive: boolean
  readonly onChoose: () => void
}

function Found({ id, match, isActive, onChoose }: FoundProps) {
  const { entry, excerpt } = match
  const item = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's, which keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: named by the field's aria-activedescendant
    <div class="docs-match" ref={item} id={id} role="option" aria-selected={isActive} onClick={onChoose}>
      <span class="docs-title">{entry.title}</span>
      <span class="docs-place">{entry.place}</span>
      <span class="docs-excerpt">{excerpt}</span>
    </div>
  )
}

/** Not while the user types in another field. */
function useSlash(input: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select')
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [input])
}
