import type { FirstTexts } from '../en/index.ts'
import { fields } from './fields.ts'
import { overview } from './overview.ts'
import { reasons } from './reasons.ts'
import { refusals } from './refusals.ts'
import { scopes } from './scopes.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'

export const texts: FirstTexts = {
  fields,
  overview,
  reasons,
  refusals,
  scopes,
  shell,
  signIn,
}
