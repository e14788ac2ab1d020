/** What a route takes, with an anchor for each parameter. */
import { reference as texts } from '#texts/reference'
import { Prose } from '../../components/prose.js'
import { parameterId } from '../../reference/anchors.js'
import type { Parameter } from '../../reference/read-document.js'

export function Parameters({ parameters }: { parameters: readonly Parameter[] }) {
  if (parameters.length === 0) return <p class="muted">{texts.noParameters}</p>
  const { columns } = texts
  return (
    <div class="card flush">
      <table class="table cards-when-narrow parameters">
        <caption class="visually-hidden">{texts.sections.parameters}</caption>
        <thead>
          <tr>
            {Object.values(columns).map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parameters.map((parameter) => (
            <Row key={parameter.name} parameter={parameter} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ parameter }: { parameter: Parameter }) {
  const { name, place, required, values, choices, default: usual, text } = parameter
  const { columns } = texts
  return (
    <tr id={parameterId(name)}>
      <th scope="row">
        <a class="anchor" href={`#${parameterId(name)}`}>
          <code>{name}</code>
        </a>
        {required && <span class="parameter-note required">{texts.required}</span>}
        {place !== 'body' && <span class="parameter-note">{texts.places[place]}</span>}
      </th>
      <td data-label={columns.values}>
        <span>
          <Prose text={values} />
          {choices.length > 12 && <AllValues choices={choices} />}
        </span>
      </td>
      <td data-label={columns.default}>{usual === undefined ? texts.none : <code>{usual}</code>}</td>
      <td class="meaning">
        <Prose text={text} />
      </td>
    </tr>
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
