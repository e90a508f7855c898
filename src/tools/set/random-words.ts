/** Plain nouns, of which none has to do with another. */
export const randomWords: readonly string[] = `
  almanac amber anchor ash attic avalanche badger balcony barley barter basalt basin beacon bellows birch bishop
  blanket blizzard bottle bramble brass breath bridge brine bronze broom bruise bucket butter button cabinet
  cactus candle canvas cargo carnival carpet cedar cellar chalk chapel charcoal cherry chimney chisel cinder
  cipher circus cistern clay cliff clover cobbler coffin comet compass copper coral cork cradle crater creek
  cricket crown crumb crypt curtain cutlass dagger debt delta desert dice ditch dome donkey doorway dowry
  dragonfly drawer dream driftwood drum dune dusk eagle easel echo eclipse elbow ember engine envelope errand
  estuary evening fable falcon feather fern ferry fever fiddle fig flannel flask flint flute fog forge fountain
  fox fresco frost fungus furnace gallery gallows garden garlic gate geyser ghost ginger glacier glove goblet
  goose grain granite gravel grove guitar gull gust hammer harbor harp harvest hatch hawk hearth hedge helmet
  herring hinge honey hook horizon hornet hourglass hymn ice idol incense ink inn iron island ivory ivy jackal
  jar jasmine jewel jig juniper kettle keyhole kiln kitchen kite knot labyrinth lace ladder lagoon lantern lark
  latch lava leather ledger lemon lens letter library lichen lightning lily lime linen lizard loaf locket locust
  loom lullaby magnet mallet mango map marble market marsh mask mast meadow medal melon mercury midnight mill
  mint mirror mist moat monastery moss moth mountain mule museum mushroom mustard nail narrow nectar needle nest
  nettle nickel night notebook oak oar oath oboe ocean olive onion opal orchard orchid organ oven owl oxcart
  oyster paddle page palace paper parade parchment parrot passport peach pearl pebble pendulum pepper perfume
  pigeon pillar pine pipe pirate plague plank plaster plow plum poison poppy porcelain port postcard powder
  prism promise prophecy pulley pumpkin puppet quarry quartz quill quilt rabbit raft rain raven razor reed relic
  resin ribbon riddle ring river roof rope rose ruin rumor rust saddle saffron salt sand sandal sapling satchel
  scaffold scarf scroll sculptor seal seed serpent shadow shawl shell shipwreck shovel silk silver siren sleet
  smoke snail soap song soot sparrow spice spider spine spire sponge spoon stable staircase star statue steam
  stone storm straw summit sundial swamp swan sword syrup table tallow tapestry tar tavern tea telescope temple
  thicket thimble thistle thorn thread thunder tide tiger timber tin toad tobacco tomb torch tower treaty
  trumpet tunnel turnip turquoise twilight umbrella valley vanilla vault velvet vessel vine vinegar violet
  violin volcano wagon walnut waltz wasp water wax weather well whale wheat wheel whirlpool whisper whistle
  widow willow window wine winter wolf wool wreath yarn yeast zinc
`
  .trim()
  .split(/\s+/);
