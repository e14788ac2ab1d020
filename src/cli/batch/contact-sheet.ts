/** A page to look through a batch: photos beside their results, those that need a human eye first. One file, no script. */
import path from 'node:path'
import { printable } from '../printable.js'
import { CONTACT_SHEET_STYLE } from './contact-sheet-style.js'
import { type Reason, reasonsFor } from './reasons.js'
import { type Row, warningsIn } from './rows.js'
import { isWebAddress } from './web-address.js'

const HEAD = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="generator" content="silhouette contact sheet">`

export const isContactSheet = (text: string): boolean => text.startsWith(HEAD)

/** Names of files are others' texts: even one that got past the escapes could do nothing here. */
const POLICY = "default-src 'none'; img-src file: http: https:; style-src 'unsafe-inline'"

const MARK =
  '<svg viewBox="0 0 32 32" width="36" height="36" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0f766e"/>' +
  '<path d="M16 0h8a8 8 0 0 1 8 8v16a8 8 0 0 1-8 8h-8z" fill="#c9ebe4"/>' +
  '<path d="M16 5.5a6.5 6.5 0 0 0 0 13zM16 21C9.6 21 5 25.2 4.6 32H16z" fill="#fff"/>' +
  '<path d="M16 5.5a6.5 6.5 0 0 1 0 13zM16 21c6.4 0 11 4.2 11.4 11A8 8 0 0 1 24 32h-8z" fill="#0f766e"/></svg>'

interface Card {
  readonly photo: string
  readonly rows: readonly Row[]
  readonly error: string
  readonly reasons: readonly Reason[]
}

/** `folder`: where the page lies; links lead from there. */
export function contactSheet(
  rows: readonly Row[],
  folder: string,
  meanings?: Readonly<Record<string, string>>,
): string {
  const cards = cardsOf(rows, meanings)
  const failed = cards.filter(({ error }) => error !== '')
  const doubtful = cards.filter(({ error, reasons }) => error === '' && reasons.length > 0)
  const good = cards.filter(({ error, reasons }) => error === '' && reasons.length === 0)
  const facts = [
    cards.length === 1 ? '1 photo' : `${cards.length} photos`,
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
    ...(doubtful.length > 0 ? [`${doubtful.length} to look at`] : []),
  ]
  return `${HEAD}
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width">
<title>Contact sheet</title>
<style>${CONTACT_SHEET_STYLE}</style>
<header>${MARK}<h1>Contact sheet</h1><p>${facts.join(' · ')}</p></header>
<main>
${section('Failed', failed, folder)}${section('Look at these', doubtful, folder)}${section('Nothing stands out', good, folder)}</main>
</html>
`
}

function cardsOf(rows: readonly Row[], meanings: Readonly<Record<string, string>> | undefined): Card[] {
  const byPhoto = new Map<string, Row[]>()
  for (const row of rows) byPhoto.set(row.photo, [...(byPhoto.get(row.photo) ?? []), row])
  return [...byPhoto].map(([photo, its]) => ({
    photo,
    rows: its,
    error: its.find(({ error }) => error !== '')?.error ?? '',
    reasons: reasonsFor(
      its.map((row) => ({ preset: row.preset, warnings: warningsIn(row) })),
      meanings,
    ),
  }))
}

const section = (title: string, cards: readonly Card[], folder: string): string =>
  cards.length === 0
    ? ''
    : `<section><h2>${title} <span>${cards.length}</span></h2>
<div class="cards">
${cards.map((card) => article(card, folder)).join('')}</div></section>
`

function article({ photo, rows, error, reasons }: Card, folder: string): string {
  const results = error === '' ? rows : []
  const figures = results.map((row) => figure(row.file, row.preset || 'Result', factsOf(row), folder))
  const sureness = results[0]?.confidence ? `confidence ${results[0].confidence}` : ''
  const remarks = [
    ...(error === '' ? [] : [`<p class="error">${text(error)}</p>`]),
    ...reasons.map(({ which, meaning }) => `<p class="reason">${which && `<b>${text(which)}</b>`}${text(meaning)}</p>`),
  ]
  return `<article${results.length > 1 ? ' class="wide"' : ''}><h3>${text(photo)}</h3>
${remarks.join('\n')}
<div class="pictures">
${figure(photo, 'Photo', sureness, folder)}${figures.join('')}</div></article>
`
}

function factsOf({ width, height, bytes, fill_percent }: Row): string {
  return [
    ...(width === '' ? [] : [`${width} x ${height} px`]),
    ...(bytes === '' ? [] : [`${Math.ceil(Number(bytes) / 1000)} kB`]),
    ...(fill_percent === '' ? [] : [`fills ${Math.round(Number(fill_percent))} %`]),
  ]
    .join(' · ')
    .replaceAll(/(?<! ·) (?!·)/g, '&nbsp;')
}

/** What browsers show, of all that can be read or made. */
const SHOWN = /\.(jpe?g|jpe|jfif|png|webp|bmp)$/i

function figure(file: string, title: string, facts: string, folder: string): string {
  const address = isWebAddress(file) ? file : linkTo(file, folder)
  const isShown = !isWebAddress(file) && SHOWN.test(file)
  const inside = isShown
    ? `<img src="${text(address)}" alt="${text(path.basename(file))}" loading="lazy" decoding="async">`
    : text(path.basename(file))
  const caption = `<b>${text(title)}</b>${facts && ` ${facts}`}`
  return `<figure><a href="${text(address)}">${inside}</a><figcaption>${caption}</figcaption></figure>\n`
}

/** Relative, so that the page can be moved together with what it shows. */
const linkTo = (file: string, folder: string): string =>
  path.relative(folder, path.resolve(file)).split(path.sep).map(encodeURIComponent).join('/')

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const text = (raw: string): string => printable(raw).replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign]!)
