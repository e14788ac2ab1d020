/** A letter as plain text and as simple HTML: no pictures, nothing loaded from elsewhere, no tracking. */
import type { Language } from '../../../catalog/languages.js'

export interface Letter {
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface Link {
  readonly label: string
  readonly url: string
}

export interface Draft {
  readonly subject: string
  readonly paragraphs: readonly (string | Link)[]
}

export function letterOf(language: Language, { subject, paragraphs }: Draft): Letter {
  const text = paragraphs.map((each) => (typeof each === 'string' ? each : each.url)).join('\n\n')
  const html = paragraphs.map((each) => `<p>${typeof each === 'string' ? escaped(each) : anchor(each)}</p>`).join('\n')
  return { subject, text: `${text}\n`, html: documentOf(language, subject, html) }
}

const anchor = ({ label, url }: Link): string => `<a href="${escaped(url)}">${escaped(label)}</a>`

const documentOf = (language: Language, title: string, content: string): string => `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<title>${escaped(title)}</title>
<body style="font-family: sans-serif; line-height: 1.5">
${content}
</body>
</html>
`

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => ESCAPES[letter] ?? letter)
