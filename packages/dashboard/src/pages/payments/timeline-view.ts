import { html, type TemplateResult } from 'lit'
import { pageTexts } from '../../languages/texts.ts'
import { timeView } from '../../parts/values.ts'
import { session } from '../../session.ts'
import type { Step, Who } from './order-steps.ts'
import { type Story, tellStory } from './timeline.ts'
import { formatMethod, formatMoney } from './words.ts'

/** The story of a payment in words. `people`: addresses of users by their ids, as far as they are known. */
export function timelineView(story: Story, people: ReadonlyMap<string, string>): TemplateResult {
  return html`<ol class="timeline">
    ${tellStory(story).map(
      (step) => html`<li>
        ${timeView(step.at)}
        <span>${describe(step)} <small>(${nameActor(step.who, people)})</small></span>
      </li>`,
    )}
  </ol>`
}

function describe({ what, detail }: Step): string {
  const words = pageTexts.payments.timeline[what]
  if (typeof words === 'string') return words
  if (!detail) return ''
  return words(what === 'payment.method_changed' ? formatMethod(detail) : formatMoney(detail.amount, detail))
}

function nameActor(who: Who, people: ReadonlyMap<string, string>): string {
  const words = pageTexts.payments.who
  if ('by' in who) return words[who.by]
  if (who.actor === session.current?.user.id) return words.you
  return who.actor.startsWith('key_') ? words.key(who.actor) : words.user(people.get(who.actor) ?? who.actor)
}
