// swift-format-ignore-file

extension JimsRiddles {
    /// EmoJim's riddles, one a line. A string literal, because the compiler takes minutes for as long an array.
    static let text = #"""
# EmoJim's riddles, of our own making: one a line, by tabs: the emoji, what they mean, its kind, a first and a second hint, and what else
# is right, with " / " between. A riddle's number is its place, so new ones are added at the end and none is taken out. The first is
# the one that everyone is welcomed with. Emoji are those of Emoji 14 or older, fully qualified.
😎👈💞🍕	I love pizza	free	The one with the sunglasses points at himself.	It is round, Italian and comes in slices.	we love pizza / I like pizza / cool people love pizza
🌧️🐱🐶	It's raining cats and dogs	saying	Take an umbrella.	Two kinds of pets come from above.	raining cats and dogs / it rains cats and dogs / it is raining cats and dogs
🦁👑	The Lion King	film	He grows up with a warthog and a meerkat.	An animal with a crown.	
🌧️🎀	Rainbow	free	It has seven colours.	Wet weather, then a ribbon tied with two loops.	
🕷️👨	Spider-Man	film	He climbs up walls in New York.	It began with a bite.	
🍎📅👋🧑‍⚕️	An apple a day keeps the doctor away	saying	About fruit and health.	Eat one between every sunrise and sunset.	an apple a day
🗼🥐🇫🇷	The Eiffel Tower	place	It is made of iron.	You see it from everywhere in Paris.	
👓⚡🦉🧹	Harry Potter	person	He slept in a cupboard under the stairs.	His school is called Hogwarts.	
👧🐰🕳️🎩	Alice in Wonderland	book	Somebody with long ears is late.	A tea party with a hatter, and a cat that only smiles.	Alice's Adventures in Wonderland
💃👸	Dancing Queen	song	ABBA sing it.	She is young and sweet, only seventeen.	
🧩🍰	A piece of cake	saying	Very easy.	You might get one at a birthday party.	
🔍🐠🌊	Finding Nemo	film	A father crosses the ocean.	The missing one is orange and white.	
☀️🌸	Sunflower	free	It is tall and yellow.	It turns its head all day.	
🗽🇺🇸	The Statue of Liberty	place	She holds a torch.	She was a present to New York.	
🔎🕵️‍♂️🎻	Sherlock Holmes	person	Elementary, my dear Watson!	He lives at 221B Baker Street.	
🐷🐷🐷🐺🏠	The Three Little Pigs	book	Straw, sticks or bricks?	He huffs and he puffs.	
😀🎂🎶	Happy Birthday to You	song	Somebody will blow out candles.	Everybody sings it, one person listens.	happy birthday
🐘🛋️	The elephant in the room	saying	Everybody sees it, nobody talks about it.	It is big and grey and stands beside the sofa.	
🧸📖	Toy Story	film	They move when nobody looks.	A cowboy and an astronaut become friends.	
❄️👨	Snowman	free	He has a carrot in his face.	He does not like spring.	
🧱🐉🇨🇳	The Great Wall of China	place	It is thousands of kilometres long.	Bricks against horsemen from the north.	the Chinese wall / the wall of China
🎅🛷🎁	Santa Claus	person	He keeps a list of all who were good.	He knows every chimney.	Father Christmas / Santa / Saint Nicholas
🐻🍯🐷🐯	Winnie-the-Pooh	book	He lives in the Hundred Acre Wood.	A bear of very little brain.	
🔔🔔🛷❄️	Jingle Bells	song	In a one-horse open sleigh.	Oh what fun it is to ride!	
🔨🧊	Break the ice	saying	To start talking with people you do not know.	Something cold is in the way.	breaking the ice / to break the ice / ice breaker
🦇👨	Batman	film	He lives in Gotham.	His car is black, and so is his cape.	
⭐🐟	Starfish	free	It has five arms and no bones.	You find it on the beach.	
🔔🕰️🇬🇧	Big Ben	place	You hear it before you see it.	London tells the time by it.	
🏹🌲💰	Robin Hood	person	He takes from the rich.	Sherwood Forest, and green tights.	
👧🔴🧺🐺👵	Little Red Riding Hood	book	What big teeth you have!	A basket for an ill grandmother.	Red Riding Hood
👶🦈	Baby Shark	song	Doo doo doo doo doo doo.	The smallest in a family with big teeth.	
🚫😭🥛💦	Don't cry over spilt milk	saying	It has happened, so do not be sad about it.	It is white and was in a glass.	don't cry over spilled milk / no use crying over spilt milk / it's no use crying over spilt milk
👽📞🏠	E.T. the Extra-Terrestrial	film	A bicycle flies past the moon.	His finger glows, and he misses his family.	E.T.
🔥🐶	Hot dog	free	Mustard or ketchup?	A sausage in a bun.	
🔺🐪🇪🇬	The Pyramids of Egypt	place	They are more than four thousand years old.	Triangles in the sand.	the pyramids / the pyramids of Giza / the great pyramids / the great pyramid of Giza
🍎⬇️🧠💡	Isaac Newton	person	Why does it fall down?	A fruit taught him about gravity.	Newton / Sir Isaac Newton
👱‍♀️🐻🐻🐻🥣	Goldilocks and the Three Bears	book	Who has been eating my porridge?	One bed is too hard, one is too soft.	Goldilocks
🟡🚢👇🌊	Yellow Submarine	song	The Beatles live in it.	It travels below the waves.	
⏳💰	Time is money	saying	Do not make a busy person wait.	Every hour costs something.	
🦖🦕🏞️	Jurassic Park	film	They should have stayed extinct.	Dinosaurs behind fences.	
🐄👦	Cowboy	free	He rides in the Wild West.	A hat, boots and a lasso.	
🥇🚪🌉	The Golden Gate Bridge	place	It is red, whatever its name says.	You find it in San Francisco.	the Golden Gate
👨‍🔬👅🧠💡	Albert Einstein	person	He put out his tongue for a photo.	Everything is relative.	Einstein
🤥🪵👦	Pinocchio	book	When he lies, one sees it.	He wants to be a real boy.	the adventures of Pinocchio
✨✨🤏⭐	Twinkle, Twinkle, Little Star	song	How I wonder what you are.	A diamond in the sky.	
🌅🐦🪱	The early bird catches the worm	saying	Get up at sunrise.	Breakfast for somebody with feathers.	the early bird gets the worm / early bird
🐀👨‍🍳🍲	Ratatouille	film	The best chef in Paris is very small.	It is named after a dish with aubergines.	
🦷🖌️	Toothbrush	free	Use it twice a day.	It stands in the bathroom.	
🏔️🥇🧗	Mount Everest	place	Higher you cannot climb.	It stands between Nepal and Tibet.	Everest
🖼️😏👩	Mona Lisa	person	Her smile is a mystery.	She hangs in the Louvre.	
👦🎫🍫🏭	Charlie and the Chocolate Factory	book	A golden ticket.	Willy Wonka shows his visitors round.	
👥🏆🎤	We Are the Champions	song	Queen sing it, often after a final.	No time for losers.	
🕐🐷✈️	When pigs fly	saying	It will never happen.	A pink farm animal would need wings.	pigs might fly / pigs can fly / if pigs could fly / pigs will fly
❄️👭👸⛄	Frozen	film	Two sisters, one of them with icy hands.	Let it go!	
💧🍈	Watermelon	free	Green outside, red inside.	Spit out the black seeds.	
💦🌈🇨🇦🇺🇸	Niagara Falls	place	Half of it is in Canada.	A very loud, very wet curtain.	
👨‍🚀💪🌕	Neil Armstrong	person	One small step for a man.	Nobody had been there before July 1969.	
🐸💋🤴	The Frog Prince	book	A golden ball falls into the well.	He was green before.	the princess and the frog / the frog king
🟣🌧️	Purple Rain	song	Prince sang it.	The weather has an odd colour.	
🚫🔢🐔🐣	Don't count your chickens before they hatch	saying	Do not be sure of it too early.	No maths on the farm until the shells break.	don't count your chickens / don't count your chickens before they are hatched
👴🏠🎈	Up	film	An old man leaves town without leaving his armchair.	Thousands of balloons, and one house.	
🌳🏠	Treehouse	free	Children build it.	There is a ladder, and leaves all around.	
🛶🎭🇮🇹	Venice	place	The streets are full of water.	Gondolas go under the bridges.	
🦷🧚💰	The Tooth Fairy	person	She comes by night and pays.	Look below the pillow.	
👦🧚🐊🏴‍☠️	Peter Pan	book	He never grows up.	A captain with a hook fears what ticks.	
👩‍🎤☂️☂️☂️	Umbrella	song	Rihanna sings it.	You can stand under it, ella, ella.	
🏠📍❤️	Home is where the heart is	saying	About the place to which you belong.	You live there, and so do those you love.	
🏠🧒🎄	Home Alone	film	The family is in Paris, the boy is not.	Two burglars at Christmas.	
🥇🐠	Goldfish	free	A pet in a bowl.	It has a short memory, they say.	
🧭⬆️❄️🐻‍❄️	The North Pole	place	From here every way is south.	Father Christmas gets his letters there.	
🐣🐰🥚🎨	The Easter Bunny	person	He hides things in the garden.	He paints, once a year, and has long ears.	the Easter rabbit / the Easter hare
🤏🤴🌹🦊	The Little Prince	book	He comes from an asteroid.	He asks a pilot to draw him a sheep.	le petit prince
🚣🚣🚣⛵	Row, Row, Row Your Boat	song	Gently down the stream.	Life is but a dream.	
☝️☁️🥈🧵	Every cloud has a silver lining	saying	There is something good in all that is bad.	Second place in the sky, with a bit of sewing.	
👸🌹👹	Beauty and the Beast	film	The teapot and the candlestick can talk.	She loves books, he has horns.	
🧈🪰	Butterfly	free	First it was a caterpillar.	What goes on bread, then an insect.	
🍎🏙️🚕	New York	place	It is big, and a fruit is its nickname.	The city that never sleeps.	New York City / the big apple
🎤🕺👑🎸	Elvis Presley	person	They called him the King.	He lived at Graceland.	Elvis
👦👧🍞🏠🍬	Hansel and Gretel	book	Two children in the wood.	The walls taste of gingerbread.	
☝️📍☀️🎸	Here Comes the Sun	song	George Harrison wrote it in a garden.	After a long, cold, lonely winter.	
🐈👋🐭🐭🎉	When the cat's away, the mice will play	saying	No boss, more fun.	The pet has gone, and the little ones dance.	when the cat is away the mice will play / while the cat's away the mice will play
🧞‍♂️🪔🐒	Aladdin	film	Three wishes.	One can travel by carpet.	
👁️😱	Ice cream	free	Say aloud what you see.	It is cold and comes in a cone.	
📐🗼🇮🇹	The Leaning Tower of Pisa	place	It was never meant to be like this.	If it were straight, nobody would visit it.	the tower of Pisa
🐭🧤👖👞	Mickey Mouse	person	Round ears, white gloves.	His girlfriend is Minnie.	
👸🛏️🟢	The Princess and the Pea	book	Twenty mattresses, and still no sleep.	Something small and round is below.	
🔵👞👞🕺	Blue Suede Shoes	song	Elvis Presley sang it.	You must not step on them.	
👩‍🍳👨‍🍳🧑‍🍳👩‍🍳🤢🍲	Too many cooks spoil the broth	saying	When everybody wants to help at once.	There is a crowd in the kitchen, and the soup is bad.	too many cooks / too many cooks spoil the soup
🏴‍☠️🏝️⛵	Pirates of the Caribbean	film	Captain Jack Sparrow.	It began as a ride in a theme park.	
🚗🐹	Carpet	free	You walk on it.	A vehicle, then something that lives with you.	
🐣🏝️🗿	Easter Island	place	Big stone faces look at you.	In the Pacific, named after a holiday in spring.	
🥚🧱⬇️💔	Humpty Dumpty	person	He sat where he should not sit.	All the king's horses could not help.	
👸🗼💇‍♀️	Rapunzel	book	Let down your hair!	She lives in a tower without stairs.	
🏨🌴☀️🎸	Hotel California	song	The Eagles sing it.	You can check out, but you can never leave.	
🐢🐇🏁🏆	Slow and steady wins the race	saying	A fable by Aesop ends so.	The shell was first, the long ears second.	slow and steady / slow but steady wins the race
🦍👑🏙️	King Kong	film	He climbs the Empire State Building.	He is tall and hairy and in love.	
💡🏠	Lighthouse	free	Ships look for it.	Tall, by the sea, and bright by night.	
🎄🪵🎬⭐	Hollywood	place	Nine white letters on a hill.	Many stars live there.	
🦆👕⚓	Donald Duck	person	He has three nephews and a temper.	A sailor's shirt, and no trousers.	
👎🦆➡️🦢	The Ugly Duckling	book	By Hans Christian Andersen.	In the end it is a swan.	
👁️🐯	Eye of the Tiger	song	A boxer trains to it.	A part of the face of a big striped cat.	
💵🚫🌱🌳	Money doesn't grow on trees	saying	Parents say it in toy shops.	No plant has banknotes for leaves.	money does not grow on trees
🔙🚗⚡⏰	Back to the Future	film	To the year 1955, by car.	A boy, a scientist and a clock tower.	
🐷🏦	Piggy bank	free	It has a slot on its back.	For coins, saved one by one.	
🎰🎲🌃🏜️	Las Vegas	place	A city in the desert with very many lights.	What happens there stays there.	
🕺🌙🧤	Michael Jackson	person	He walked backwards, and it looked like magic.	One white glove.	
👴🎣🌊	The Old Man and the Sea	book	By Hemingway.	A very big fish and a very small boat.	
🍓🌾♾️	Strawberry Fields Forever	song	The Beatles, with a red fruit.	The last sign means: without end.	strawberry fields
👀⏮️🤸	Look before you leap	saying	Be careful first, then act.	Use your eyes, then jump.	
🌪️👧🐶🦁🧙	The Wizard of Oz	film	Follow the yellow brick road.	There's no place like home.	the wonderful wizard of Oz
🌱🦘	Grasshopper	free	It makes music in the meadow.	It has long hind legs and can jump.	
🎹🏜️⬇️	The Grand Canyon	place	A river has been digging for millions of years.	You can look down into it in Arizona.	
🎩👨🦯🎬	Charlie Chaplin	person	He could make you laugh without a word.	A bowler, a cane and big shoes.	
⚓🐋⛵	Moby-Dick	book	A captain looks for a white giant.	Call me Ishmael.	the white whale
🐙🏡🌷	Octopus's Garden	song	Ringo Starr would like to be there.	Flowers below the sea, and eight arms to water them.	
🙅🥚🥚🥚🧺	Don't put all your eggs in one basket	saying	Do not risk everything at once.	Hens would agree: carry them home in two trips.	do not put all your eggs in one basket
🥋🐼	Kung Fu Panda	film	He loves noodles and becomes a master.	Black, white and rather round.	
🌊🐴	Seahorse	free	The father carries the babies.	It swims upright.	
🎭🏠⛵🇦🇺	Sydney Opera House	place	Its roof looks like sails.	Music by the harbour, down under.	the Sydney opera
👩‍🔬☢️🏅🏅	Marie Curie	person	She won two Nobel prizes.	She was born in Warsaw and worked in Paris.	Madame Curie
🏝️🧔👣	Robinson Crusoe	book	He is alone, until he sees a trace of somebody.	His friend is called Friday.	Robinson
👣👣👏🪨	We Will Rock You	song	Two stamps of the feet, one clap.	Queen made whole stadiums join in.	
🍎🍂🤏🌳	The apple doesn't fall far from the tree	saying	Like mother, like daughter.	A fruit stays close to where it grew.	the apple never falls far from the tree / the apple does not fall far from the tree
🦁🦓🦒🦛🏝️	Madagascar	film	They used to live in a zoo in New York.	A big island off Africa.	
🧠⛈️	Brainstorm	free	Many ideas at once.	Bad weather in the head.	brainstorming
🧊🏝️🌋	Iceland	place	Hot springs and sheep in the far north.	Its capital is Reykjavik.	
🤵🕵️‍♂️0️⃣0️⃣7️⃣🚗	James Bond	person	Shaken, not stirred.	He works for M and gets his toys from Q.	double o seven / 007 / agent 007
💰🏝️🗺️🦜	Treasure Island	book	Long John Silver.	X marks the spot.	
🪙🛣️	Penny Lane	song	A Beatles street in Liverpool.	A small coin, a narrow road.	
🐶🗣️⬆️❌🌳	Barking up the wrong tree	saying	Looking for the reason in a place where it is not.	The cat sits somewhere else.	
💯➕1️⃣🐶	101 Dalmatians	film	Far too many spots.	A lady wants a coat, and two parents say no.	one hundred and one Dalmatians / a hundred and one Dalmatians
✋🥤	Handshake	free	A polite hello.	A body part, then a milky drink.	
🕌🤍🇮🇳	The Taj Mahal	place	An emperor built it for his wife.	White marble in Agra.	
🎭✍️🇬🇧	William Shakespeare	person	To be, or not to be.	He was born in Stratford-upon-Avon.	Shakespeare
🤵❤️👰🎭	Romeo and Juliet	book	A balcony in Verona.	Two families do not want this love.	
🌫️🌊🎸	Smoke on the Water	song	Every beginner on the guitar plays it.	A grey cloud over Lake Geneva.	
😴🪵	Sleep like a log	saying	Nothing can wake you.	In bed as still as wood.	sleeping like a log / to sleep like a log / slept like a log
🎤🌧️🕺	Singin' in the Rain	film	A musical with a lamp post.	He is wet, and he does not mind.	singing in the rain
💔🏎️	Breakfast	free	The first of the day.	Snap in two, then very quick.	
🦕🌊🏴󠁧󠁢󠁳󠁣󠁴󠁿	Loch Ness	place	Something may live in it, or not.	Deep water in Scotland.	the Loch Ness monster
🌻🌌👨‍🎨	Vincent van Gogh	person	Yellow flowers and a starry night.	A Dutch painter under the sun of France.	van Gogh
🌍🔄8️⃣0️⃣☀️	Around the World in Eighty Days	book	Phileas Fogg makes a bet.	From London to London, and back in time for dinner.	around the world in 80 days
💍🔥	Ring of Fire	song	Johnny Cash sang it.	A piece of jewellery gets hot.	
✋🐎🐎	Hold your horses	saying	Wait a moment!	Keep the animals of the stable back.	
👩☂️💨🏙️	Mary Poppins	film	The nanny comes with the wind.	A spoonful of sugar.	
🚗🚙🚕🍓	Traffic jam	free	You are stuck.	It sounds good on bread, but it is not.	
👽🛸5️⃣1️⃣	Area 51	place	What is kept there? They do not say.	Nevada, and perhaps little green men.	
⚽🇧🇷👑🔟	Pelé	person	He won the World Cup three times.	His real name was Edson.	
🦁🧙‍♀️🚪❄️	The Lion, the Witch and the Wardrobe	book	Behind the coats lies Narnia.	Four children, and it is always winter.	Narnia / the chronicles of Narnia
💭🧱🎸	Wonderwall	song	Oasis sing it.	First you ask yourself, then there are bricks.	
✨🚫🥇	All that glitters is not gold	saying	Do not trust how shiny it is.	It sparkles, but it has not come first.	not all that glitters is gold / all that glisters is not gold / not everything that glitters is gold
🐝🎬	Bee Movie	film	He takes people to court, for the honey.	Black and yellow on the big screen.	
🏠💼	Homework	free	It comes from school.	The dog ate it.	
🏟️🦁🇮🇹	The Colosseum	place	Gladiators stood in it.	A very old stadium in Rome.	the Coliseum
⚡🏃🥇🇯🇲	Usain Bolt	person	A hundred metres in 9.58 seconds.	His last name fits a thunderstorm.	
⚡🧟👨‍🔬	Frankenstein	book	Many give the creature the name of its maker.	A storm, a laboratory, a young scientist.	Frankenstein's monster
🚀👨	Rocket Man	song	Elton John sings it.	He misses the Earth so much.	
🎹🔁💯	Practice makes perfect	saying	How to get good at the piano.	Do it again and again.	practise makes perfect
🌃🏛️🦖	Night at the Museum	film	The guard is not alone.	What stands behind glass by day wakes when it is dark.	
👍🌃	Good night	free	Said at bedtime.	Sleep well!	
🚲🌷🇳🇱	Amsterdam	place	More bicycles there than people.	Canals, tulips and the house of Anne Frank.	
👦🎹🎼🇦🇹	Mozart	person	He played for emperors at the age of six.	Salzburg, and little round chocolates.	Wolfgang Amadeus Mozart / Amadeus
😋🐛🍎🦋	The Very Hungry Caterpillar	book	It eats its way through the week.	In the end it has wings.	
💧🚽	Waterloo	song	ABBA won with it in 1974.	What you drink, and where you go after it.	
📍🌫️👉🔥	Where there's smoke, there's fire	saying	Even a rumour has some reason.	First you see grey clouds, then flames.	no smoke without fire / there is no smoke without fire / where there is smoke there is fire
👨👨⬛👽	Men in Black	film	Afterwards you will remember nothing.	Two agents look after guests from space.	
🍯🌙	Honeymoon	free	It comes after the wedding.	Sweet weeks for two.	
🥛🛣️🌌	The Milky Way	place	We all live in it.	It is a galaxy.	
👓👨➡️🦸‍♂️	Superman	person	A reporter goes into a telephone box.	He comes from Krypton.	Clark Kent
👧🧦🐴🐒	Pippi Longstocking	book	The strongest girl in the world.	Red plaits, a horse and no bedtime.	
👴🍔🚜🐮	Old MacDonald Had a Farm	song	E-I-E-I-O.	With a moo here and a moo there.	old McDonald had a farm / old MacDonald
👍🐌🚫⛔	Better late than never	saying	Said to a friend who comes after all.	Slow is good, not at all is not.	
🏃🍫🦐🪶	Forrest Gump	film	Life was like a box of chocolates.	He just felt like running.	
👂💍	Earring	free	One often wears two.	Where you hear, and what you marry with.	
🎢🐭🏰	Disneyland	place	A famous mouse lives there.	California since 1955, Paris since 1992.	Disney World / Disneyland Paris
👸🐍🇪🇬	Cleopatra	person	She knew both Caesar and Antony.	The last queen by the Nile.	
🧛🏰🦇🌙	Dracula	book	A count who never gets a tan.	No mirror shows him.	count Dracula
📍⬆️🌈🎶	Somewhere over the Rainbow	song	Dorothy sings it in Kansas.	Way up high, behind the colours.	over the rainbow
1️⃣🔵🌙	Once in a blue moon	saying	Very rarely.	One time, when the night sky has an odd colour.	
🪐🐒🦍	Planet of the Apes	film	An astronaut lands among talking animals.	Who rules this world? Not people.	
🔑🛹	Keyboard	free	It is under your fingers.	It opens a door, then you ride on it.	
⚫🌲🍒🎂	The Black Forest	place	Cuckoo clocks and a famous cake.	Dark trees in the south of Germany.	black forest cake / black forest gateau
🎹🎼9️⃣👂	Beethoven	person	He wrote his Ninth without hearing it.	Da da da daaa.	Ludwig van Beethoven
🌴📖🐻🐍	The Jungle Book	book	A boy grows up with wolves.	Baloo and Bagheera are his friends.	
🤩🌍🌹	What a Wonderful World	song	Louis Armstrong sang it.	I see trees of green.	
🎬🗣️📢🔤	Actions speak louder than words	saying	Do it, do not just say it.	A film director shouts, a dictionary whispers.	
👨‍🚀🥔🔴	The Martian	film	He is left behind and plants potatoes.	He lives on the red planet.	
🙈🔟🌳🔍	Hide and seek	free	Count to ten.	Ready or not, here I come!	
🌉🎶🇬🇧	London Bridge	place	In the song it is falling down.	It crosses the Thames.	London Bridge is falling down
🟢👽👴⭐	Yoda	person	Small he is, and wise.	Do or do not, there is no try.	master Yoda
🤺🤺🤺	The Three Musketeers	book	All for one, and one for all.	There is a fourth, called d'Artagnan.	
🔥💼🎆	Firework	song	Katy Perry sings it.	It shines over the town on New Year's Eve.	fireworks
👩‍🏫🚫👴🐕🎩🐇	You can't teach an old dog new tricks	saying	Some habits stay for ever.	Grandpa's pet will not learn magic.	you cannot teach an old dog new tricks / can't teach an old dog new tricks
🎲🌴🦏🐘	Jumanji	film	Once you have begun, you must play to the end.	A board game with a jungle in it.	
🚪🔔	Doorbell	free	Somebody is here.	Ding dong!	
💂👑🏰	Buckingham Palace	place	They change the guard there.	The royal address in London.	
🐢🐦⛵🏝️	Charles Darwin	person	He sailed on the Beagle.	What he saw on Galápagos set him thinking.	Darwin
🎄👻👻👻👴	A Christmas Carol	book	Ebenezer Scrooge has visitors at night.	Past, present, yet to come.	
💎✨☁️🎤	Diamonds	song	Rihanna sings it.	Shine bright in the sky!	diamonds in the sky / shine bright like a diamond
🖼️💰🔟✖️💯💬	A picture is worth a thousand words	saying	Why a photo says so much.	Do the sum: ten times a hundred.	a picture says more than a thousand words / a picture paints a thousand words
💛👓🍌👖	Minions	film	They speak no language you know, and love fruit.	Yellow, in blue dungarees.	despicable me
🐱🐟	Catfish	free	It has whiskers, but it cannot purr.	It lives on the bottom of rivers.	
🧛🇷🇴🏔️	Transylvania	place	A count is at home there.	Mountains in Romania.	
⚓👨🪝🐊	Captain Hook	person	A crocodile has one of his hands.	Peter Pan's enemy.	
👦🥣➕🙏	Oliver Twist	book	Please, sir, I want some more.	Dickens wrote about this orphan.	
⬇️🌊🦀🎶	Under the Sea	song	A crab sings it to Ariel.	Life is better down there, he says.	
💨🛠️🗑️	Haste makes waste	saying	Slow down and do it well.	Hurry, and it ends in the bin.	more haste, less speed
💂🌌🦝🌳	Guardians of the Galaxy	film	One of them is a tree and says only his name.	Heroes with a mix tape.	
🌲🍎	Pineapple	free	It wears a crown of leaves.	Some put it on pizza, some never would.	
🦃🕌🎈	Turkey	place	Its largest city is Istanbul.	A bird, or hot air over Cappadocia.	Türkiye
🤺🦊⬛	Zorro	person	His name means fox.	He signs with one letter, the last.	
👧⛰️🐐👴	Heidi	book	She lives with her grandfather.	Goats, cheese and Swiss mountains.	
🦁🐗🎶😌	Hakuna Matata	song	It means no worries.	A meerkat and a warthog sing it.	
❌❌🚫✅	Two wrongs don't make a right	saying	Do not pay back bad with bad.	Minus and minus is not plus here.	two wrongs do not make a right
💙🦔💨	Sonic the Hedgehog	film	Blue and very fast.	It began as a video game with golden rings.	Sonic
👆🖨️	Fingerprint	free	Nobody else has yours.	Detectives look for it.	
⛰️🏖️🥥🇧🇷	Rio de Janeiro	place	It is famous for its carnival.	Sugarloaf and Copacabana.	Rio
💪⚓🥬	Popeye	person	A sailor with very strong arms.	Spinach!	Popeye the Sailor
👧📚🏫✨	Matilda	book	She reads far more than her parents would like.	Her headmistress is Miss Trunchbull.	
🚶☀️✨👟	Walking on Sunshine	song	And don't it feel good!	The pavement is very bright today.	
😂🥇💊	Laughter is the best medicine	saying	A joke can heal.	Ha ha twice a day, says the doctor.	
🐕👻🚐🔦	Scooby-Doo	film	A van, four friends and a great big dog.	The ghost is always somebody with a mask.	Scooby Doo, where are you?
🐉🪰	Dragonfly	free	It hovers over the pond.	Two pairs of wings, and no fire.	
🌺🏄🌋🏝️	Hawaii	place	Aloha!	The fiftieth state.	
👩‍💻🥇❤️🎀	Ada Lovelace	person	She wrote a program before there was a computer.	Her father was Lord Byron.	
🧍🤏👫⛵	Gulliver's Travels	book	In one land he is a giant, in another he is tiny.	In Lilliput they tie him down.	
💃🌑🎸	Dancing in the Dark	song	Bruce Springsteen sings it.	No lamp, but lots of steps.	
🍋🍋🍋➡️🍹	When life gives you lemons, make lemonade	saying	Turn bad luck into something good.	Sour fruit, sweet drink.	when life gives you lemons / if life gives you lemons make lemonade
🐕🍝❤️🐩	Lady and the Tramp	film	One plate of spaghetti, two noses.	She has a home, he has the street.	
🐂🐶	Bulldog	free	A short nose and many wrinkles.	Half of its name has horns.	
🗼🍣🚄🇯🇵	Tokyo	place	More people live around it than around any other city.	Once it was called Edo.	
🎨🖼️🚁🧔	Leonardo da Vinci	person	He painted a smile.	Five hundred years ago he drew flying machines.	Leonardo / da Vinci
🤫🏡🌷🗝️	The Secret Garden	book	A girl finds a key.	Behind the wall something grows.	
💧💧⬇️🙂	Raindrops Keep Fallin' on My Head	song	A man, a bicycle and no umbrella.	Wet hair, good mood.	raindrops keep falling on my head
👀🍲🚫♨️	A watched pot never boils	saying	Waiting feels long.	Staring at the stove does not help.	
👂🎶⛰️👭	The Sound of Music	film	Do, a deer, a female deer.	A governess in Austria, seven children and a guitar.	
🖊️👫	Pen pal	free	You may never have met.	Letters go to and fro.	pen friend
💻🏞️	Silicon Valley	place	Many computer companies are at home there.	Between hills in California, named after what chips are made of.	
🌴🗣️🐒👫	Tarzan	person	He swings from tree to tree.	His wife is called Jane.	Tarzan and Jane
👦🫘🌱☁️	Jack and the Beanstalk	book	He sells the cow for something to plant.	Fee-fi-fo-fum, says the giant.	
🤫🌃⭐🎶	Silent Night	song	It was first sung in Austria.	Soft and slow, on the 24th of December.	
🐦🐦🪶🐦🐦	Birds of a feather flock together	saying	People who are alike find each other.	Same plumage, same crowd.	birds of a feather
😀😢😡🤢😱	Inside Out	film	It all takes place in a girl's mind.	Five feelings at one desk.	
🌰🔨🩰🎄	The Nutcracker	free	A ballet by Tchaikovsky.	A toy soldier under the tree.	
🦙⛰️🇵🇪	Machu Picchu	place	A town of the Inca, high up.	It lies in Peru.	
🤔👩🦸‍♀️	Wonder Woman	person	An Amazon with a golden lasso.	Her bracelets stop whatever flies at her.	
⌛⚙️🚀	The Time Machine	book	H. G. Wells travels far into tomorrow.	An engine with a calendar.	
🔄🚌🎶	The Wheels on the Bus	song	Round and round.	All through the town.	
👤☁️☁️	Head in the clouds	saying	Always dreaming.	Very tall, or just not listening.	to have one's head in the clouds / having your head in the clouds
🐔🏃	Chicken Run	film	A great escape with feathers.	They do not want to end in a pie.	
🦢🏞️🩰	Swan Lake	free	A ballet in white feathers.	Water with elegant birds.	
🏛️🌊⬇️🐟	Atlantis	place	Nobody has found it.	Plato tells how it sank.	
🧙🏡🐉💰	The Hobbit	book	There and back again.	Hairy feet, thirteen dwarfs, one dragon.	
🐊😢	Crocodile tears	saying	Not really sad.	A reptile with a wet face.	crying crocodile tears
👹🚪😱🏢	Monsters, Inc.	film	Screams make the electricity.	One is furry and blue, one is green with a single eye.	monsters incorporated
♟️👑🐴🏰	Chess	free	Sixteen pieces each.	Check!	
🔺🌊⛵❓	The Bermuda Triangle	place	Ships are said to vanish.	Three corners in the Atlantic.	
🐱👢👢	Puss in Boots	book	A miller's son has a clever pet.	He walks on leather soles and says his master is a marquis.	
🐈💨👜	Let the cat out of the bag	saying	To tell a secret.	A pet jumps from where you carry your shopping.	the cat is out of the bag / the cat's out of the bag / to let the cat out of the bag
👦🐅🛶🌊	Life of Pi	film	A boat, a boy and stripes.	How does one share with a big cat?	
❌⭕❌⭕	Tic-tac-toe	free	Three in a row.	Noughts and crosses.	noughts and crosses / tic chat toe / X and O
🪨🪨🪨☀️	Stonehenge	place	Nobody is quite sure why it stands there.	A very old circle in England.	
2️⃣0️⃣0️⃣0️⃣0️⃣📏⬇️🌊	Twenty Thousand Leagues under the Sea	book	Captain Nemo.	Jules Verne takes you down with him.	20,000 leagues under the sea
🚫👀🎁🐴👄	Don't look a gift horse in the mouth	saying	Be thankful for what you are given.	No dentist for the new animal, please.	never look a gift horse in the mouth
❓🚂👉🐉	How to Train Your Dragon	film	A Viking boy and Toothless.	It breathes fire, and it learns to sit.	
🪨📄✂️	Rock, paper, scissors	free	One, two, three, show!	A game for two hands.	scissors paper stone / paper scissors rock
🔴🪐🤖	Mars	place	Robots drive around on it.	The fourth from the sun, and rusty.	the planet Mars / the red planet
🧗⬇️🌍🌋	Journey to the Centre of the Earth	book	Jules Verne sends a professor down a volcano.	As deep as one can go.	journey to the center of the earth
🧍🪞🍔🥕	You are what you eat	saying	Choose your dinner well.	Have carrots, and be one.	
🎶🎶🛬💃	La La Land	film	A pianist and an actress dance.	Los Angeles as a musical.	
🎢😱🙌	Roller coaster	free	Up and down, and hands in the air.	The queue is long, the ride is short.	
🎠🔄🎶	Merry-go-round	free	Horses run and never get anywhere.	It turns, and there is music.	carousel / roundabout
🐭🌲👹	The Gruffalo	book	A mouse takes a walk in the deep dark wood.	Purple prickles all over his back.	
🌿💚👉🏡	The grass is always greener on the other side	saying	What the neighbours have looks better.	Look over the fence at their lawn.	the grass is greener on the other side / the grass is always greener on the other side of the fence
🦈🏖️😱	Jaws	film	You're going to need a bigger boat.	Two notes of music, and everybody leaves the water.	
⚔️☮️📚	War and Peace	book	A very thick novel by Tolstoy.	First they fight, then they shake hands.	
📞🌇	Call it a day	saying	Stop working for now.	Ring somebody until the sun goes down.	
👻🎭🎼	The Phantom of the Opera	book	He lives below the stage, in Paris.	Half of his face is behind a mask.	

"""#
}
