import { html } from 'lit'
import { texts } from '../languages/texts.ts'
import { openDialog } from './dialog.ts'
import { forgetTyped, hasUnsaved } from './typed.ts'

/** Tells whether somebody agrees to lose what was typed. Nobody is asked if there is nothing. */
export function mayLeave(): boolean | Promise<boolean> {
  return !hasUnsaved() || ask()
}

async function ask(): Promise<boolean> {
  const { title, reason, leave } = texts.shell.unsaved
  const agreed = await openDialog({
    ...{ title, body: html`<p>${reason}</p>`, submit: leave, danger: true },
    run: async () => true,
  })
  if (agreed) forgetTyped()
  return agreed !== null
}
