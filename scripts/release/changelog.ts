/** What CHANGELOG.md says of a version, and how the changes since the last become one. */

const UNRELEASED = '## Unreleased\n'

/** The text below a heading, up to the next one of its kind. */
export function notesOf(version: string, changelog: string): string {
  const sections = changelog.split(/^(?=## )/m)
  const section = sections.find((text) => new RegExp(`^## ${version.replaceAll('.', '\\.')}( |\\n)`).test(text))
  if (section === undefined) throw new Error(`CHANGELOG.md has no section "## ${version}"`)
  return section.slice(section.indexOf('\n')).trim()
}

/** With everything that was unreleased under the version, and an empty section for what comes next. */
export function withRelease(version: string, date: string, changelog: string): string {
  if (!changelog.includes(UNRELEASED)) throw new Error('CHANGELOG.md has no section "## Unreleased"')
  if (notesOf('Unreleased', changelog) === '')
    throw new Error('CHANGELOG.md says of nothing under "## Unreleased": write down what has changed for users')
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n## ${version} (${date})\n`)
}
