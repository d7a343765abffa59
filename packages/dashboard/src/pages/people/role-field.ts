import type { Role } from '@crypto-checkout/api-types'
import { html, type TemplateResult } from 'lit'
import { texts } from '../../languages/texts.ts'

/** A choice of the role, each in words. */
export function roleField(current: Role): TemplateResult {
  const { roles, roleSummaries } = texts.signIn
  const names = Object.keys(roles) as Role[]
  return html`<fieldset class="field">
    <legend>${texts.people.role}</legend>
    ${names.map(
      (role) => html`<label class="check">
        <input type="radio" name="role" value=${role} ?checked=${role === current} required />
        <span>${roles[role]}<small>${roleSummaries[role]}</small></span>
      </label>`,
    )}
  </fieldset>`
}
