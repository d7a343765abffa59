// Unfolds a part of the payment, as a payer does who then chooses or enters what is refused, if the scene says so.
const [part, refused] = document.currentScript.dataset.scene.split(' ')

async function play() {
  const root = await found(() => document.querySelector('crypto-checkout')?.shadowRoot)
  const details = await found(() => root.querySelector(`details.${part}`))
  details.querySelector('summary').click()
  if (!refused) return
  if (part === 'methods') (await found(() => details.querySelector('.choices button:enabled'))).click()
  else {
    ;(await found(() => details.querySelector('input'))).value = refused
    details.querySelector('form button').click()
  }
}

async function found(look) {
  for (;;) {
    const thing = look()
    if (thing) return thing
    await new Promise(requestAnimationFrame)
  }
}

void play()
