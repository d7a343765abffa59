import { expect, test } from 'vitest'
import { minifyCss } from './page.css.ts'

test.each([
  ['a { color: red; }\n\n/* A link. */\nb, c > d { margin: 0 1rem; }\n', 'a{color:red}b,c>d{margin:0 1rem}'],
  [':root { --light: initial; --dark: ; }', ':root{--light:initial;--dark: }'],
  [
    "@media (max-width: 24rem) {\n  .a :is(b, c)::before { content: ''; }\n}",
    "@media (max-width:24rem){.a :is(b,c)::before{content:''}}",
  ],
  ['a { inline-size: calc(50% - 1.25rem); }', 'a{inline-size:calc(50% - 1.25rem)}'],
  ['a { margin: 0.5rem -0.02em 10.6cqi 0; }', 'a{margin:.5rem -.02em 10.6cqi 0}'],
  ['a + b ~ c { color: red !important; }', 'a + b~c{color:red!important}'],
])('%j is sent as %j', (css, sent) => {
  expect(minifyCss(css)).toBe(sent)
})
