import { fields } from './fields.ts'
import { overview } from './overview.ts'
import { reasons } from './reasons.ts'
import { refusals } from './refusals.ts'
import { scopes } from './scopes.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'

/** The texts of the frame and the overview, which come with the first load. */
export const texts = {
  fields,
  overview,
  reasons,
  refusals,
  scopes,
  shell,
  signIn,
}
