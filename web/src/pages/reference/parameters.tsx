/** What a route takes, with an anchor for each parameter. */
import { reference as texts } from '#texts/reference'
import { Prose } from '../../components/prose.js'
import { type Column, Table } from '../../components/table.js'
import { parameterId } from '../../reference/anchors.js'
import type { Parameter } from '../../reference/read-document.js'

const columns: readonly Column<Parameter>[] = [
  { name: texts.columns.name, cell: (parameter) => <Name parameter={parameter} /> },
  {
    name: texts.columns.values,
    cell: ({ values, choices }) => (
      <span>
        <Prose text={values} />
        {choices.length > 12 && <AllValues choices={choices} />}
      </span>
    ),
  },
  {
    name: texts.columns.default,
    cell: ({ default: usual }) => (usual === undefined ? texts.none : <code>{usual}</code>),
  },
  { name: texts.columns.meaning, named: 'head', class: 'meaning', cell: ({ text }) => <Prose text={text} /> },
]

export function Parameters({ parameters }: { parameters: readonly Parameter[] }) {
  if (parameters.length === 0) return <p class="muted">{texts.noParameters}</p>
  return (
    <Table
      caption={texts.sections.parameters}
      columns={columns}
      rows={parameters}
      keyOf={({ name }) => name}
      class="parameters"
      attributesOf={({ name }) => ({ id: parameterId(name) })}
    />
  )
}

function Name({ parameter: { name, place, required } }: { parameter: Parameter }) {
  return (
    <>
      <a class="anchor" href={`#${parameterId(name)}`}>
        <code>{name}</code>
      </a>
      {required && <span class="parameter-note required">{texts.required}</span>}
      {place !== 'body' && <span class="parameter-note">{texts.places[place]}</span>}
    </>
  )
}

function AllValues({ choices }: { choices: readonly string[] }) {
  return (
    <details>
      <summary>{texts.allValues(choices.length)}</summary>
      <Prose text={choices.map((choice) => `\`${choice}\``).join(' ')} />
    </details>
  )
}
