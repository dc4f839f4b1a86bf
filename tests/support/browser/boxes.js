(part) => {
  const found = []
  const CONTROL = 'button, a[href], input, select, textarea, [role=radio], summary'
  const round = (n) => Math.round(n * 10) / 10
  const textOf = (node) => (node.getAttribute?.('aria-label') || node.textContent || '').trim().replace(/\s+/g, ' ').slice(0, 40)
  const kind = (node) => node.dataset?.spot ? `spot ${node.dataset.spot}` : `${node.tagName.toLowerCase()}.${[...node.classList].filter((one) => !one.startsWith('svelte-')).join('.')}`
  const name = (node) => `${kind(node)} "${textOf(node)}"`
  const at = (box) => `${round(box.left)},${round(box.top)} ${round(box.right - box.left)}x${round(box.bottom - box.top)}`
  const style = (node) => getComputedStyle(node)
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1)
  const root = (part ? document.querySelector(part) : modal) ?? document.body
  const shown = (node) => node.checkVisibility({opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true}) && !node.closest('.visually-hidden, [inert]')
  const scrolls = (node) => /auto|scroll/.test(style(node).overflowX + style(node).overflowY)
  const clips = (node) => style(node).overflowX !== 'visible' || style(node).overflowY !== 'visible'
  // What is left of a box within the panels that cut it; those that scroll are no fault of it.
  const seen = (node, box, upTo = 'any') => {
    let {left, top, right, bottom} = box
    for (let one = node.parentElement; one; one = one.parentElement) {
      if (one === document.body || one === document.documentElement) break
      if (!clips(one) || (upTo === 'scroll' && !scrolls(one))) continue
      const by = one.getBoundingClientRect()
      left = Math.max(left, by.left); top = Math.max(top, by.top)
      right = Math.min(right, by.right); bottom = Math.min(bottom, by.bottom)
      if (style(one).position === 'fixed') break
    }
    return right - left > 1 && bottom - top > 1 ? {left, top, right, bottom} : null
  }
  const LAYER = 'dialog, [popover], .notice, .toasts, .pop, .rail.up:not(.now), .house-notice, .stale, .over, .lobby > .beside, .rulebook .bar'
  const layer = (node) => node.closest(LAYER)
  const isRound = (node) => parseFloat(style(node).borderTopLeftRadius) >= Math.min(node.offsetWidth, node.offsetHeight) / 2 - 1 || style(node).borderTopLeftRadius === '50%'
  const meet = (one, other, by = 1) => {
    const x = Math.min(one.right, other.right) - Math.max(one.left, other.left)
    const y = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
    return x > by && y > by ? `${round(x)}x${round(y)}` : ''
  }
  // A page that scrolls is longer than the window; a terminal and a dialog are not.
  const tall = !modal && !document.querySelector('.terminal')
  const outside = (box) => box.left < -1 || box.right > innerWidth + 1 || (!tall && (box.top < -1 || box.bottom > innerHeight + 1))
  const within = (one, other) => one.contains(other) || other.contains(one)

  // Controls: in the window, large enough, not on one another, not under the dock.
  const dock = modal ? null : document.querySelector('.dock')
  const under = dock?.getBoundingClientRect()
  const controls = [...root.querySelectorAll(CONTROL)].filter(shown)
    .map((node) => ({node, whole: node.getBoundingClientRect(), box: seen(node, node.getBoundingClientRect(), 'scroll')}))
    .filter((one) => one.box && one.whole.width > 0 && !one.node.matches('.kiosk > .begin')) // it lies over all of it
  for (const {node, whole, box} of controls) {
    if (outside(box)) found.push(`outside the window: ${name(node)} ${at(whole)}`)
    if (node.matches('.choose, .skip:not(:focus)')) continue // the card around it is the target; it is not shown
    const least = node.matches('.clause, .why, p a, .pop a, td a, li a') ? 22 : 43.5
    const width = node.matches('.strip > *') ? 36 : least // eight boxes in 360 pixels
    const target = (node.closest('label') ?? node).getBoundingClientRect() // a tick is as large as its label
    if (target.width < width || target.height < least) found.push(`small target: ${name(node)} ${at(whole)}`)
    if (under && !dock.contains(node) && !layer(node) && meet(box, under)) found.push(`under the dock: ${name(node)} ${at(whole)}`)
    const cut = seen(node, whole)
    if (!cut || cut.right - cut.left < box.right - box.left - 1 || cut.bottom - cut.top < box.bottom - box.top - 1) found.push(`cut off: ${name(node)} ${at(whole)}`)
  }
  for (const [index, one] of controls.entries()) {
    for (const other of controls.slice(index + 1)) {
      const by = meet(one.box, other.box, 2)
      if (!by || within(one.node, other.node) || layer(one.node) !== layer(other.node)) continue
      if (isRound(one.node) && isRound(other.node)) {
        const [a, b] = [one.whole, other.whole]
        const far = Math.hypot(a.left + a.width / 2 - b.left - b.width / 2, a.top + a.height / 2 - b.top - b.height / 2)
        if (far > (a.width + b.width) / 2 - 2) continue
      }
      found.push(`controls overlap by ${by}: ${name(one.node)} and ${name(other.node)}`)
    }
  }

  // Text: whole, within its circle, not on other text, not under the dock.
  const texts = []
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let text = walk.nextNode(); text; text = walk.nextNode()) {
    const node = text.parentElement
    if (!text.data.trim() || !node || node.closest('svg, script, style, option, select, textarea, kbd') || !shown(node)) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    for (const line of range.getClientRects()) {
      if (line.width < 1) continue
      const box = seen(node, line, 'scroll')
      if (!box) continue
      texts.push({node, text, box, line, said: text.data.trim().slice(0, 30)})
    }
  }
  for (const {node, box, line, said} of texts) {
    if (outside(box)) found.push(`outside the window: text "${said}" ${at(line)}`)
    const cut = seen(node, line)
    const lost = !cut ? 'all of it' : cut.right - cut.left < box.right - box.left - 1.5 || cut.bottom - cut.top < (box.bottom - box.top) * 0.75 ? 'a part' : ''
    if (lost) found.push(`clipped (${lost}): text "${said}" of ${kind(node)} ${at(line)}`)
    const holder = [node, node.parentElement].find((one) => one && style(one).textOverflow === 'ellipsis' && one.scrollWidth > one.clientWidth + 1)
    if (holder) found.push(`shortened: text "${said}" of ${kind(holder)}`)
    if (under && !dock.contains(node) && !layer(node) && meet(box, under)) found.push(`under the dock: text "${said}"`)
    const spot = node.closest('.spot')
    if (spot && node.closest('.name')) {
      const by = spot.getBoundingClientRect()
      const [x, y, r] = [by.left + by.width / 2, by.top + by.height / 2, by.width / 2]
      const corners = [[line.left, line.top + 2], [line.right, line.top + 2], [line.left, line.bottom - 2], [line.right, line.bottom - 2]]
      const out = isRound(spot) ? corners.some(([cx, cy]) => Math.hypot(cx - x, cy - y) > r + 1) : line.left < by.left || line.right > by.right || line.top < by.top || line.bottom > by.bottom
      if (out) found.push(`leaves its circle: "${said}" of ${name(spot)} ${at(by)}`)
    }
    const button = node.closest('button, .btn')
    if (button && !button.matches('.spot, .area, .past *')) {
      const by = button.getBoundingClientRect()
      if (line.left < by.left - 1 || line.right > by.right + 1 || line.top < by.top - 1 || line.bottom > by.bottom + 1) found.push(`leaves its button: "${said}" of ${name(button)} ${at(by)}`)
    }
  }
  for (const [index, one] of texts.entries()) {
    for (const other of texts.slice(index + 1)) {
      const by = meet(one.box, other.box, 3)
      if (by && one.text !== other.text && layer(one.node) === layer(other.node)) found.push(`texts overlap by ${by}: "${one.said}" and "${other.said}"`)
    }
    for (const {node, box} of controls) {
      const by = meet(one.box, box, 3)
      if (!by || node.contains(one.node) || one.node.contains(node) || layer(node) !== layer(one.node) || isRound(node)) continue
      if (!one.node.closest('.cap')) found.push(`text under a control by ${by}: "${one.said}" and ${name(node)}`)
    }
  }

  // What is printed along the arc of the felt is read whole.
  const covers = [...root.querySelectorAll('.box, .lastplate, .jackpot, .dealer, .call')].filter(shown).map((node) => ({node, box: node.getBoundingClientRect()}))
  for (const text of root.querySelectorAll('.arc text')) {
    if (!shown(text)) continue
    const matrix = text.getScreenCTM()
    for (let index = 0; index < text.getNumberOfChars(); index += 1) {
      let point
      try { point = text.getStartPositionOfChar(index).matrixTransform(matrix) } catch { continue }
      const over = covers.find(({box}) => point.x > box.left && point.x < box.right && point.y > box.top && point.y - 4 < box.bottom && point.y > box.top + 2)
      if (over) { found.push(`felt text "${text.textContent.trim().slice(0, 24)}" lies under ${kind(over.node)}`); break }
    }
    if (text.getComputedTextLength() > 0 && text.querySelector('textPath')) {
      const path = document.querySelector(text.querySelector('textPath').getAttribute('href'))
      if (path && text.getComputedTextLength() > path.getTotalLength()) found.push(`felt text "${text.textContent.trim().slice(0, 24)}" is longer than its arc`)
    }
  }

  // Cards of a hand are whole, and the page has one size.
  for (const card of root.querySelectorAll('.hand > .card, .pair-of-cards .card')) {
    if (!shown(card)) continue
    const whole = card.getBoundingClientRect(), cut = seen(card, whole), scrolled = seen(card, whole, 'scroll')
    if (scrolled && (!cut || cut.bottom - cut.top < scrolled.bottom - scrolled.top - 2 || cut.right - cut.left < scrolled.right - scrolled.left - 2)) found.push(`cut off: card ${at(whole)}`)
    if (under && !dock.contains(card) && !layer(card) && scrolled && meet(scrolled, under)) found.push(`under the dock: card ${at(whole)}`)
    if (whole.width < 20) found.push(`card too small: ${at(whole)}`)
  }
  if (document.documentElement.scrollWidth > innerWidth + 1) found.push(`the page is ${document.documentElement.scrollWidth} wide in a window of ${innerWidth}`)
  if (document.querySelector('.terminal') && document.documentElement.scrollHeight > innerHeight + 1) found.push(`the page is ${document.documentElement.scrollHeight} high in a window of ${innerHeight}`)
  const felt = document.querySelector('.felt-in')
  if (felt && (felt.scrollHeight > felt.clientHeight + 1 || felt.scrollWidth > felt.clientWidth + 1)) found.push(`the felt holds ${felt.scrollWidth}x${felt.scrollHeight} in ${felt.clientWidth}x${felt.clientHeight}`)
  return [...new Set(found)]
}
