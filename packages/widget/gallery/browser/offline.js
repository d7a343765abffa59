// A browser that has lost its network, for the element's eyes.
Object.defineProperty(navigator, 'onLine', { value: false })
