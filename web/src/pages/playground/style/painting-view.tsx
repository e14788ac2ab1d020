/** The painted portrait over its photo, and its recipe. */
import { photo as photoTexts, result as resultTexts, run as runTexts, style as texts } from '#texts/playground'
import { Compare } from '../../../components/compare.js'
import { Notice } from '../../../components/notice.js'
import type { RunResult } from '../run/use-run.js'
import { readRecipe } from './recipe.js'

export function PaintingView({ result }: { result: RunResult }) {
  const size = result.size ?? result.photo.size
  if (!size) return <img class="plain-result" src={result.objectUrl} alt={resultTexts.alt} />
  return (
    <div class="stack tight">
      <div class="stage-fit">
        <Compare
          before={<img src={result.photo.url} alt={photoTexts.alt(result.photo.name)} />}
          after={<img src={result.objectUrl} alt={resultTexts.alt} />}
          label={texts.slider}
          beforeLabel={texts.before}
          afterLabel={texts.after}
          {...size}
        />
      </div>
      {result.fields.preview !== undefined && <Notice kind="info">{runTexts.isPreview['portrait-style']}</Notice>}
      {result.recipe && <Recipe recipe={result.recipe} />}
    </div>
  )
}

function Recipe({ recipe }: { recipe: string }) {
  return (
    <section class="recipe" aria-labelledby="recipe">
      <h3 id="recipe">{texts.recipe}</h3>
      <dl class="facts">
        {readRecipe(recipe).map(({ name, text, colours }) => [
          <dt key={name}>{texts.recipeNames[name] ?? name}</dt>,
          <dd key={`${name} is`}>
            {colours.map((colour) => (
              <span key={colour} class="swatch-dot" style={{ '--swatch': colour }} />
            ))}
            {text}
          </dd>,
        ])}
      </dl>
    </section>
  )
}
