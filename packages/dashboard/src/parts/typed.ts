/** Forms with typed text that was not sent yet, so that it is not lost without a word. */
const forms = new Set<HTMLFormElement>()

/** Tells whether a form on the screen has something that was typed and not sent. */
export function hasUnsaved(form?: Element | null): boolean {
  for (const one of forms) if (!one.isConnected) forms.delete(one)
  return form === undefined ? forms.size > 0 : [...forms].some((one) => one === form)
}

/** After the form was sent, or after somebody has agreed to lose all. */
export function forgetTyped(form?: HTMLFormElement): void {
  if (form) forms.delete(form)
  else forms.clear()
}

/** Notices what is typed. Searches and filters stand in the address, and entrances are for nothing else. */
export function watchForms(): void {
  const note = ({ target }: Event) => {
    const form = target instanceof Element ? target.closest('form') : null
    if (form && form.getAttribute('role') !== 'search' && !form.closest('.entrance')) forms.add(form)
  }
  addEventListener('input', note)
  addEventListener('change', note)
  addEventListener('beforeunload', (event) => hasUnsaved() && event.preventDefault())
}
