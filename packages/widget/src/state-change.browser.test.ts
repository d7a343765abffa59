import { sampleChanges } from '@crypto-checkout/payer-ui/testing'
import { expect } from '@open-wc/testing'
import { find, mount, start } from './testing/element.ts'

const samples = sampleChanges(Date.now())

it('a new state does not move what stands below the card, until the payer does something', async () => {
  const server = start()
  server.pay()
  const element = await mount()
  const below = document.createElement('p')
  element.after(below)
  const top = below.getBoundingClientRect().top
  server.pay(samples.seen)
  await element.refresh()
  expect(below.getBoundingClientRect().top).to.equal(top)
  server.pay(samples.completed)
  await element.refresh()
  expect(below.getBoundingClientRect().top).to.equal(top)
  dispatchEvent(new Event('pointerdown'))
  expect(below.getBoundingClientRect().top).to.equal(top)
  dispatchEvent(new Event('click'))
  expect(below.getBoundingClientRect().top).to.be.below(top)
})

it('the foot of the card stays where it is', async () => {
  const server = start()
  server.pay()
  const element = await mount()
  const bottom = () => find(element, '.reference')?.getBoundingClientRect().bottom
  const before = bottom()
  server.pay(samples.seen)
  await element.refresh()
  expect(bottom()).to.be.closeTo(before ?? 0, 0.1)
  server.pay(samples.completed)
  await element.refresh()
  expect(bottom()).to.be.closeTo(before ?? 0, 0.1)
})

it('the button keeps its distance even if the new state needs more room than the one before', async () => {
  const server = start()
  server.pay(samples.seen)
  const element = await mount()
  server.pay(samples.completed)
  await element.refresh()
  const above = find(element, '.aside')?.getBoundingClientRect().bottom ?? 0
  const button = find(element, '.ways .primary')?.getBoundingClientRect().top ?? 0
  expect(button - above).to.be.at.least(20)
})

it('a payer who has scrolled down sees the new state', async () => {
  const server = start()
  server.pay()
  const element = await mount()
  const tall = document.createElement('div')
  tall.style.height = '3000px'
  element.after(tall)
  find(element, '[part=explanation]')?.scrollIntoView({ block: 'start' })
  const isSeen = () => (find(element, '[part=status]')?.getBoundingClientRect().top ?? -99) > -2
  expect(isSeen()).to.equal(false)
  server.pay(samples.completed)
  await element.refresh()
  expect(isSeen()).to.equal(true)
})

it('a payer who reopens a payment is not moved', async () => {
  start().pay(samples.completed)
  const element = await mount()
  expect((find(element, '.card') as HTMLElement).style.minBlockSize).to.equal('')
})
